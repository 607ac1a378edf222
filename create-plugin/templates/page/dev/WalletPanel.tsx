import { useReducer } from 'react'
import type { Behaviour, TestWallet } from './createTestWallet.js'

const behaviours: readonly Behaviour[] = ['approves', 'refuses', 'says nothing', 'fails']

/** Tells the test wallet what to do. */
export function WalletPanel({ wallet }: { readonly wallet: TestWallet }) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const told = (action: () => void) => () => {
    action()
    draw()
  }
  const { behaviour, isLocked } = wallet.state
  return (
    <fieldset>
      <legend>The test wallet</legend>
      {behaviours.map((own) => (
        <label key={own}>
          <input type="radio" checked={behaviour === own} onChange={told(() => wallet.behave(own))} />
          {own}
        </label>
      ))}
      <button type="button" onClick={told(wallet.changeAccount)}>
        Change account
      </button>
      <button type="button" onClick={told(isLocked ? wallet.unlock : wallet.lock)}>
        {isLocked ? 'Unlock' : 'Lock'}
      </button>
    </fieldset>
  )
}
