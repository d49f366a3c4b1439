"""What whoever runs the computers needs: figures, readiness, services, installing, going back."""
