import type { WalletList } from '../walletLists.js'
import { expect, method, text } from './contributionMembers.js'

export function readWalletList(source: WalletList): WalletList {
  const { id, find, atLeast = 0 } = source
  method(find, 'find')
  expect(Number.isSafeInteger(atLeast), 'atLeast', 'a whole number')
  return {
    id: text(id, 'id'),
    atLeast,
    async find(wallet) {
      const found = await find.call(source, wallet)
      if (found) return { ...found, id: text(found.id, 'id'), name: text(found.name, 'name') }
      return undefined
    },
  }
}
