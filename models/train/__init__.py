"""Training: the finder with ultralytics, aligner and readers with torch; export to ONNX."""
