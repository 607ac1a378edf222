import { messageOf } from '@latchkey/kernel/plugin'
import { useAccount, useBalance } from '@latchkey/ui-react'
import { useState } from 'react'
import { funded, getCoins } from './getCoins.js'
import type { Settings } from './settings.js'

interface TryButtonsProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
  readonly hasFaucet: boolean
}

/** Offers first steps without a way down the page: signing in, and coins to spend. */
export function TryButtons({ settings, onChange, hasFaucet }: TryButtonsProps) {
  const { namespace, address } = useAccount()
  const balance = useBalance()
  const [told, setTold] = useState('')
  const asksToSignIn = settings.plugins.includes('siwx')
  const canFund = hasFaucet && namespace !== undefined && funded.includes(namespace)

  async function fund(): Promise<void> {
    if (namespace === undefined || address === undefined) return
    setTold('Waiting for the faucet …')
    const text = await getCoins(namespace, address).catch(messageOf)
    setTold(text)
    balance.refresh()
  }

  return (
    <div className="try">
      <button
        type="button"
        aria-pressed={asksToSignIn}
        onClick={() =>
          onChange({
            plugins: asksToSignIn
              ? settings.plugins.filter((name) => name !== 'siwx')
              : [...settings.plugins, 'siwx'],
          })
        }
      >
        Try sign-in
      </button>
      {canFund && address !== undefined ? (
        <button type="button" onClick={() => void fund()}>
          Get test coins
        </button>
      ) : null}
      <output>{told}</output>
    </div>
  )
}
