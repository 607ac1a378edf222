import { defineMessages } from '../defineMessages.js'

/** The one sentence of the kit that the account button needs, so that the others are not loaded with it. */
export const hiddenAmount = defineMessages('kit', { amountHidden: 'Amount hidden' })
