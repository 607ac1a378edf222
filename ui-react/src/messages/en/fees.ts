import { defineMessages } from '../defineMessages.js'

/** Words for the network's fee, as reviews show it before the wallet is asked. */
export const fees = defineMessages('fees', {
  fee: 'Max network fee',
  feeEstimate: 'Estimated network fee',
  likelyFee: 'Network fee',
  setUpFee: 'One-time setup, included',
  paidByExecutor: 'Paid by the owner who executes it',
})
