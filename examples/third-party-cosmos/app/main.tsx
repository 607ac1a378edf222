import '@latchkey/ui-react/styles.css'
import { createKernel } from '@latchkey/kernel'
import {
  ConnectButton,
  KernelProvider,
  useAccount,
  useDisconnect,
  useSignMessage,
  useSwitchNetwork,
} from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { exampleViews } from 'example-latchkey-views'
import { cosmos } from '../src/react/index.js'

const kernel = createKernel([cosmos(), exampleViews()])

function State() {
  const account = useAccount()
  const network = useSwitchNetwork()
  const { disconnect } = useDisconnect()
  const { run, state } = useSignMessage()

  return (
    <>
      <p data-testid="status">{account.status}</p>
      <p data-testid="address">{account.address}</p>
      <p data-testid="network">{account.networkId}</p>
      <p data-testid="signature">{state.data?.signature}</p>
      <button type="button" data-testid="sign" onClick={() => void run({ message: 'Hello' })}>
        Sign
      </button>
      <button
        type="button"
        data-testid="switch"
        onClick={() => void network.run({ networkId: 'cosmos:osmosis-1' })}
      >
        Switch
      </button>
      <button type="button" data-testid="disconnect" onClick={() => void disconnect()}>
        Disconnect
      </button>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel}>
    <ConnectButton />
    <State />
  </KernelProvider>,
)
