import '@fontsource-variable/inter'
import '@latchkey/ui-react/styles.css'
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { loadLocalStack } from './localStack.js'
import { offerTestWallet } from './testWallet.js'

const stack = await loadLocalStack()
if (stack) await offerTestWallet(stack)

const longer = new URLSearchParams(location.search).get('longer')
const messages = longer && (await import('./readLongWords.js')).readLongWords(Number(longer))

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App stack={stack} {...(messages ? { messages } : {})} />
  </StrictMode>,
)
