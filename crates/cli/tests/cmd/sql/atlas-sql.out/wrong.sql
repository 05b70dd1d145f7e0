select men,
       peices
from layer(4)
