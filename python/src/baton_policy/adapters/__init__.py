"""One file for each framework; none of them imports it."""
