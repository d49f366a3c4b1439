"""Lights and shoes on serial lines, with their simulators."""
