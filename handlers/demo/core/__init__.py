"""What every step of the demonstration data needs."""
