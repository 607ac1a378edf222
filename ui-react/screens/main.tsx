import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { AccountButton } from '../src/buttons/AccountButton.js'
import { ConnectButton } from '../src/buttons/ConnectButton.js'
import { NetworkButton } from '../src/buttons/NetworkButton.js'
import { KernelProvider } from '../src/KernelProvider.js'
import { en } from '../src/messages/en.js'
import { pseudoMessages } from '../src/messages/pseudoLocale.js'
import { scenarios } from '../test/scenarios.js'
import '../src/styles.css'
import './screens.css'

/** `?scenario=connect&theme=light&dir=rtl&pseudo=1` shows one scenario over a page of the host. */
const query = new URLSearchParams(location.search)
const scenario = scenarios.find(({ name }) => name === query.get('scenario')) ?? scenarios[0]
const theme = query.get('theme') === 'light' ? 'light' : 'dark'
const dir = query.get('dir') === 'rtl' ? 'rtl' : 'ltr'
document.documentElement.dir = dir
document.documentElement.dataset['theme'] = theme

const app = document.getElementById('app')
if (app && scenario) {
  const { kernel, props, act } = scenario.stage()
  createRoot(app).render(
    <KernelProvider
      kernel={kernel}
      theme={theme}
      {...(query.has('pseudo') ? { messages: pseudoMessages(en) } : {})}
      {...props}
    >
      <Act run={act} />
      <header className="host-header">
        <strong>Example exchange</strong>
        <span className="host-buttons">
          <NetworkButton />
          <ConnectButton />
          <AccountButton balance="hide" />
        </span>
      </header>
      <main className="host-main">
        <h1>Trade with care</h1>
        <p>A page of some host, behind the dialog.</p>
      </main>
    </KernelProvider>,
  )
}

/** Starts when the provider has attached the shell, as an effect of the host would. */
function Act({ run }: { readonly run: (() => unknown) | undefined }) {
  useEffect(() => {
    Promise.resolve(run?.()).then(() => {
      document.documentElement.dataset['acted'] = ''
    })
  }, [run])
  return null
}
