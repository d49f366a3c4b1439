"""Weights, and the scripts that draw the training set, train and export. Nothing imports this."""
