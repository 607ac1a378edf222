import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { scenarios } from './scenarios.js'

/** `?scenario=code&theme=light` shows one scenario. */
const query = new URLSearchParams(location.search)
const scenario = scenarios.find(({ name }) => name === query.get('scenario'))
const app = document.getElementById('app')
if (app && scenario) {
  const kernel = scenario.kernel()
  createRoot(app).render(
    <KernelProvider
      kernel={kernel}
      theme={query.get('theme') === 'light' ? 'light' : 'dark'}
      dir={query.get('dir') === 'rtl' ? 'rtl' : 'ltr'}
      {...scenario.provider}
    >
      <ConnectButton />
    </KernelProvider>,
  )
  // Views are drawn once the provider has attached the shell.
  setTimeout(async () => {
    await scenario.act(kernel)
    document.documentElement.dataset['acted'] = ''
  }, 50)
}
