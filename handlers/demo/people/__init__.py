"""Who is in the demonstration, and how they are paid."""
