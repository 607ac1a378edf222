import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { makeBench, openForm, scenarios } from '../test/scenarios.js'

/** `?scenario=preview&theme=light` shows one scenario. */
const query = new URLSearchParams(location.search)
const scenario = scenarios.find(({ name }) => name === query.get('scenario'))
const app = document.getElementById('app')
if (app && scenario) {
  const bench = makeBench(scenario.options)
  createRoot(app).render(
    <KernelProvider
      kernel={bench.kernel}
      theme={query.get('theme') === 'light' ? 'light' : 'dark'}
      dir={query.get('dir') === 'rtl' ? 'rtl' : 'ltr'}
    >
      <ConnectButton />
    </KernelProvider>,
  )
  // Views are drawn once the provider has attached the shell.
  setTimeout(async () => {
    await scenario.act(bench, await openForm(bench))
    document.documentElement.dataset['acted'] = ''
  }, 50)
}
