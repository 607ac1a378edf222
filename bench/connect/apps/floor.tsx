import { createStore, type EIP6963ProviderDetail } from 'mipd'
import { useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient, custom, formatEther, getAddress, http } from 'viem'
import { getBalance } from 'viem/actions'

// The same job by hand, with nothing in between: the floor that everything above has to justify.
const { rpcUrl } = window.__bench
const store = createStore()
const client = createClient({ transport: http(rpcUrl) })

function App() {
  const wallets = useSyncExternalStore(store.subscribe, store.getProviders)
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [balance, setBalance] = useState('')

  async function connect({ provider }: EIP6963ProviderDetail) {
    const wallet = custom(provider)({})
    const [account] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
    const checksummed = getAddress(account as string)
    setAddress(checksummed)
    setOpen(false)
    setBalance(formatEther(await getBalance(client, { address: checksummed })))
  }

  return (
    <>
      <button type="button" data-testid="connect-button" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      <output id="address">{address}</output>
      <span>{balance}</span>
      {open ? (
        <div role="dialog">
          {wallets.map((wallet) => (
            <button type="button" key={wallet.info.uuid} onClick={() => void connect(wallet)}>
              {wallet.info.name}
            </button>
          ))}
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </div>
      ) : null}
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
