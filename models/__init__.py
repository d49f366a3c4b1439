"""Weights, and the scripts that draw the training set, train, evaluate and export. Nothing imports this."""
