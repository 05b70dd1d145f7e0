-- The positions that most games lead to.
select fen(position) as fen, games
from layer(4)
order by games desc, position
limit 3
