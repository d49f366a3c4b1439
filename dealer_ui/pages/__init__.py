"""The pages, one module for each reader."""
