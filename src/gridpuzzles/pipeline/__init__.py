"""From a config file to tables and figures: planning, running, gathering, drawing. It names no puzzle."""
