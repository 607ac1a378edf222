import { defineMessages } from '../defineMessages.js'

/** Words for the facts of what was done, under its outcome. */
export const endings = defineMessages('endings', {
  amount: 'Amount',
  fee: 'Network fee',
  network: 'Network',
  time: 'Time',
  transaction: 'Transaction',
  seeTransaction: ({ id }: { id: string }) => `View transaction ${id} on the explorer`,
})
