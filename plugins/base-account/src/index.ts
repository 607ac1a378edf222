export { baseAccount, baseAccountId } from './baseAccount.js'
export type { BaseAccountOptions } from './readOptions.js'
