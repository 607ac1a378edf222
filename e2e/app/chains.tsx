import '@latchkey/ui-react/styles.css'
import { messageOf, Namespace } from '@latchkey/kernel/plugin'
import { plainWords } from '@latchkey/kernel/contracts'
import { Navigation, ProfileWalletsRoute } from '@latchkey/kernel/wallet'
import {
  ConnectButton,
  KernelProvider,
  NetworkButton,
  useConnect,
  useContributions,
  useService,
} from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { Actions } from './Actions.js'
import { createAppKernel } from './createAppKernel.js'

const configuration = window.__latchkeyApp
const kernel = createAppKernel(configuration)
Object.assign(window, { kernel })

/** The app as a whole, then one section with buttons and hooks of its own for each kind of network. */
function Sections() {
  const namespaces = useContributions(Namespace)
  const navigation = useService(Navigation)
  return (
    <main>
      <h1>Host app with several chains</h1>
      <section data-testid="whole">
        <ConnectButton />
        <NetworkButton />
        <button type="button" data-testid="open-wallets" onClick={() => navigation.open(ProfileWalletsRoute)}>
          Wallets
        </button>
        {configuration.tokenUrl === undefined ? null : <HostLogin />}
        <Actions />
      </section>
      {namespaces.map(({ id, label }) => (
        <section key={id} data-testid={`only-${id}`}>
          <h2>{plainWords(label)}</h2>
          <ConnectButton namespace={id} />
          <NetworkButton namespace={id} />
          <Actions namespace={id} />
        </section>
      ))}
    </main>
  )
}

/** Connects the wallet of the person who is already logged in to the app. */
function HostLogin() {
  const { connect, status, error } = useConnect()
  const problem = error ? `${error.code}: ${messageOf(error)}` : status
  return (
    <>
      <button
        type="button"
        data-testid="host-login"
        onClick={() => void connect({ connectorId: 'emailAuth' })}
      >
        Open my wallet
      </button>
      <output data-testid="host-login-result">{problem}</output>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel} {...configuration.provider}>
    <Sections />
  </KernelProvider>,
)
