import { BaseError } from '@latchkey/kernel/plugin'

export function transactionsNeedAddress(): BaseError {
  return new BaseError("Transactions can't be fetched without an accountAddress", {
    code: 'TRANSACTIONS_ADDRESS_MISSING',
  })
}
