import type { Bill } from './Bill.js'

const namespaceOf = (asset: string) => asset.slice(0, asset.indexOf(':'))

/** The bill and its alternatives, each as a bill of its own with the same id. */
export function billsOf(bill: Bill): readonly Bill[] {
  const { alternatives = [], ...own } = bill
  const { payer: _payer, reference: _reference, memo: _memo, ...shared } = own
  return [
    own,
    ...alternatives.map((alternative) => {
      // An account of one namespace is none in another, and references are of Solana.
      const isNear = namespaceOf(alternative.asset) === namespaceOf(bill.asset)
      return { ...(isNear ? own : shared), ...alternative }
    }),
  ]
}

/** What an alternative of another namespace leaves out and can't take from the bill, as a sentence for developers. */
export function findMissing({ asset: own, payer, alternatives = [] }: Bill): string | undefined {
  const far = alternatives.filter(({ asset }) => namespaceOf(asset) !== namespaceOf(own))
  const unpaid = far.find(({ receiver }) => receiver === undefined)
  const open = payer === undefined ? undefined : far.find((alternative) => alternative.payer === undefined)
  const [found, name] = unpaid ? [unpaid, 'receiver'] : [open, 'payer']
  return found && `Its alternative ${found.asset} names no ${name}: the bill's own is of another namespace.`
}
