"""Devices that are not there: each is a real terminal that answers as the device would."""
