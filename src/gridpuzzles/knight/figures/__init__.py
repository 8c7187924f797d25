"""The drawings of the studies on knight's tours; each module draws one study, a function a figure."""
