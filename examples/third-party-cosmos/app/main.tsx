import '@latchkey/ui-react/styles.css'
import { createKernel } from '@latchkey/kernel'
import { findCapability, Namespace, Networks, Session, SignMessage } from '@latchkey/kernel/plugin'
import { ConnectButton, KernelProvider, useAccount, useNetwork, useService } from '@latchkey/ui-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cosmos, CosmosProvider } from '../src/index.js'

const kernel = createKernel([cosmos()])

function State() {
  const account = useAccount()
  const network = useNetwork()
  const session = useService(Session)
  const networks = useService(Networks)
  const [signature, setSignature] = useState('')

  async function sign(): Promise<void> {
    const active = networks.active()
    const signer = findCapability(kernel.list(Namespace)[0]?.capabilities ?? [], SignMessage)
    if (account.status !== 'connected' || !active || !signer) return
    const provider = session.provider(CosmosProvider)
    const signed = await signer.sign({
      account: account.account,
      networkId: active.id,
      provider,
      message: 'Hello',
    })
    setSignature(signed.signature)
  }

  return (
    <>
      <p data-testid="status">{account.status}</p>
      <p data-testid="address">{account.address}</p>
      <p data-testid="network">{network.networkId}</p>
      <p data-testid="signature">{signature}</p>
      <button type="button" data-testid="sign" onClick={() => void sign()}>
        Sign
      </button>
      <button type="button" data-testid="switch" onClick={() => void networks.switch('cosmos:osmosis-1')}>
        Switch
      </button>
      <button type="button" data-testid="disconnect" onClick={() => void session.disconnect()}>
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
