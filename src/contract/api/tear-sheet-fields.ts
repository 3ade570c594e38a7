/** Id of the cash conversion cycle: days sales outstanding and days inventory outstanding less days payable outstanding: a line of tear sheets alone. */
export const cashCycleField = 'calculated.cash_cycle'
