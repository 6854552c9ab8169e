"""From the body of a request to its values, or to a refusal that names the field and says what is right."""
