/* The single-point solver with uniform random guesses, in plain single-threaded C: what the kernels are compared with.
 *
 * First click on (1, 1), law "safe". Boards up to 100 x 100.
 */
#include <stdint.h>
#include <string.h>

static int rows, cols, cells, mines;
static int near[10000][8], degree[10000];
static int number[10000], counter[10000], closed_near[10000], order[10000], stack[90000];
static unsigned char mine[10000], state[10000]; /* state: 0 closed, 1 open, 2 marked */
static int waiting, safe_left, closed_left, lost;
static uint64_t seed = 88172645463325252ULL;

static uint32_t below(uint32_t bound) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(((seed >> 32) * bound) >> 32);
}

static void find_neighbours(void) {
    for (int cell = 0; cell < cells; cell++)
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++) {
                int r = cell / cols + dr, c = cell % cols + dc;
                if ((dr || dc) && r >= 0 && r < rows && c >= 0 && c < cols) near[cell][degree[cell]++] = r * cols + c;
            }
}

static void wake(int cell) {
    if (state[cell] == 1 && closed_near[cell] && (!counter[cell] || counter[cell] == closed_near[cell]))
        stack[waiting++] = cell;
}

static void open_cell(int cell) {
    if (mine[cell]) {
        lost = 1;
        return;
    }
    state[cell] = 1;
    safe_left--;
    closed_left--;
    for (int j = 0; j < degree[cell]; j++) {
        closed_near[near[cell][j]]--;
        wake(near[cell][j]);
    }
    wake(cell);
}

static void mark_cell(int cell) {
    state[cell] = 2;
    closed_left--;
    for (int j = 0; j < degree[cell]; j++) {
        closed_near[near[cell][j]]--;
        counter[near[cell][j]]--;
        wake(near[cell][j]);
    }
}

static void settle(void) {
    while (waiting && !lost) {
        int cell = stack[--waiting];
        if (!closed_near[cell]) continue;
        int opens = !counter[cell], marks = counter[cell] == closed_near[cell];
        for (int j = 0; j < degree[cell]; j++) {
            int other = near[cell][j];
            if (state[other]) continue;
            if (opens)
                open_cell(other);
            else if (marks)
                mark_cell(other);
        }
    }
}

static void deal(void) {
    memset(mine, 0, cells);
    memset(state, 0, cells);
    memset(number, 0, cells * sizeof(int));
    for (int k = 1; k < cells; k++) order[k - 1] = k;
    for (int k = 0; k < mines; k++) {
        int chosen = k + below(cells - 1 - k), cell = order[chosen];
        order[chosen] = order[k];
        mine[cell] = 1;
        for (int j = 0; j < degree[cell]; j++) number[near[cell][j]]++;
    }
    memcpy(counter, number, cells * sizeof(int));
    memcpy(closed_near, degree, cells * sizeof(int));
    waiting = lost = 0;
    safe_left = cells - mines;
    closed_left = cells;
}

long play_games(int board_rows, int board_cols, int board_mines, long games) {
    long wins = 0;
    rows = board_rows;
    cols = board_cols;
    mines = board_mines;
    cells = rows * cols;
    memset(degree, 0, sizeof degree);
    find_neighbours();
    for (long game = 0; game < games; game++) {
        deal();
        open_cell(0);
        settle();
        while (safe_left && !lost) {
            int rank = below(closed_left), cell = 0;
            while (state[cell] || rank--) cell++;
            open_cell(cell);
            settle();
        }
        wins += !lost;
    }
    return wins;
}
