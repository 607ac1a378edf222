import type { WalletList } from '../walletLists.js'
import { method, text } from './contributionMembers.js'

export function readWalletList(source: WalletList): WalletList {
  const { id, find } = source
  method(find, 'find')
  return {
    id: text(id, 'id'),
    async find(wallet) {
      const found = await find.call(source, wallet)
      if (found) return { ...found, id: text(found.id, 'id'), name: text(found.name, 'name') }
      return undefined
    },
  }
}
