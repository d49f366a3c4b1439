"""Where the camera is and where the zones of the table lie."""
