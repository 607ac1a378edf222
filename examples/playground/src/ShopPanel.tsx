import type { Bill } from '@latchkey/plugin-pay'
import { usePay } from '@latchkey/plugin-pay/react'
import type { PaymentResult } from '@latchkey/plugin-pay/server'
import { useState } from 'react'
import { askShop } from './askShop.js'

const offers = [
  { what: 'coffee', label: 'Pay 0.01 ETH' },
  { what: 'beans', label: 'Pay 7.50 LUSD' },
] as const

/** A shop: its server makes the bill, the widget pays it, and the server asks the node. */
export function ShopPanel() {
  const { pay } = usePay()
  const [said, setSaid] = useState('')
  const [hasFailed, setFailed] = useState(false)

  async function buy(what: string): Promise<void> {
    setSaid('')
    setFailed(false)
    try {
      const bill = (await askShop(`/api/shop/bill?what=${what}`)) as Bill
      const { status, transaction } = await pay(bill)
      if (transaction === undefined)
        return setSaid(status === 'cancelled' ? 'Not paid.' : `The page says: ${status}.`)
      const query = new URLSearchParams({ id: bill.id, transaction })
      const result = (await askShop(`/api/shop/verify?${query}`)) as PaymentResult
      setFailed(!result.ok)
      setSaid(
        result.ok
          ? `The shop found ${bill.id} on the node: paid in ${transaction.slice(0, 10)}….`
          : result.detail,
      )
    } catch (error) {
      setFailed(true)
      setSaid((error as Error).message)
    }
  }

  return (
    <section className="card shop" aria-labelledby="shop-title" data-testid="shop">
      <h2 id="shop-title">A bill to pay</h2>
      <p className="hint">Pay in LUSD or any swappable token. The shop’s server asks the node.</p>
      <div className="buttons">
        {offers.map(({ what, label }) => (
          <button key={what} type="button" onClick={() => void buy(what)}>
            {label}
          </button>
        ))}
      </div>
      {said ? <output className={hasFailed ? 'result failed' : 'result'}>{said}</output> : null}
    </section>
  )
}
