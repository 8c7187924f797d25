Mushroom
#d
   0:   #ffffff  background
   r:r  #c8102e  cap
   g:g  #1b8a3d  grass
   n:n  #7a4a21  stem
: rows
6r
10r
3r 7r
3r 3r 2r
3r 2r 1r
5r 3r 2r
11r 3r
2r 12r
1r 4r 5r
2r 6n 4r
1n 1n
1n 1n
1n 2n
2n 1n
8n
15g
: columns
5r 1g
5r 1r 1g
5r 1g
6r 2n 1g
2r 3r 6n 1g
2r 3r 1n 1n 1g
2r 3r 1n 1n 1g
3r 4r 1n 1n 1g
9r 1n 1n 1g
8r 4n 1n 1g
4r 2r 3n 1g
2r 2r 1g
2r 3r 1g
2r 4r 1g
7r 1g
5r
: end
