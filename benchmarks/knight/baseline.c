/* The baseline: Warnsdorff's rule with one order, written plainly. Boards of ints, bounds checked, one tour at a time.
 *
 * Setting up the degrees, lowering those of the neighbours, looking through the eight moves in the order: what every
 * textbook program does, without a trick, compiled as well as the compiler can. */

enum { LONGEST_SIDE = 2000, ORDERS = 40320 };

static const int down[8] = {2, 2, 1, -1, -2, -2, -1, 1};
static const int right[8] = {1, -1, -2, -2, -1, 1, 2, 2};

static int degree[LONGEST_SIDE * LONGEST_SIDE];
static int visited[LONGEST_SIDE * LONGEST_SIDE];

/* As unsigned numbers, negative ones are large: this is the form that the compiler makes the fastest code of. */
static int on_board(int size, int row, int col) {
    return (unsigned)row < (unsigned)size && (unsigned)col < (unsigned)size;
}

static void set_up(int size) {
    for (int row = 0; row < size; row++) {
        for (int col = 0; col < size; col++) {
            int neighbours = 0;
            for (int move = 0; move < 8; move++) {
                neighbours += on_board(size, row + down[move], col + right[move]);
            }
            degree[row * size + col] = neighbours;
            visited[row * size + col] = 0;
        }
    }
}

static void visit(int size, int row, int col) {
    visited[row * size + col] = 1;
    for (int move = 0; move < 8; move++) {
        int to_row = row + down[move], to_col = col + right[move];
        if (on_board(size, to_row, to_col)) {
            degree[to_row * size + to_col]--;
        }
    }
}

static long walk(int size, int start, const int *order) {
    int row = start / size, col = start % size;
    long steps = 1;
    set_up(size);
    visit(size, row, col);
    for (;;) {
        int best = -1, least = 9;
        for (int place = 0; place < 8; place++) {
            int move = order[place];
            int to_row = row + down[move], to_col = col + right[move];
            if (on_board(size, to_row, to_col) && !visited[to_row * size + to_col] &&
                degree[to_row * size + to_col] < least) {
                least = degree[to_row * size + to_col];
                best = move;
            }
        }
        if (best < 0) {
            return steps;
        }
        row += down[best];
        col += right[best];
        visit(size, row, col);
        steps++;
    }
}

/* Walk from each start with each order (eight moves, 0..7); return the steps, and how many tours are complete. */
long walk_all(int size, const int *starts, int start_count, const int *orders, int order_count, long *complete) {
    long steps = 0;
    *complete = 0;
    for (int order = 0; order < order_count; order++) {
        for (int start = 0; start < start_count; start++) {
            long visits = walk(size, starts[start], orders + 8 * order);
            steps += visits;
            *complete += visits == (long)size * size;
        }
    }
    return steps;
}
