import type { Bill } from './Bill.js'

/** The bill and its alternatives, each as a bill of its own with the same id. */
export function billsOf(bill: Bill): readonly Bill[] {
  const { alternatives = [], ...own } = bill
  return [own, ...alternatives.map((alternative) => ({ ...own, ...alternative }))]
}
