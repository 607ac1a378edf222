import { KernelProvider, type KernelProviderProps } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { ChainPanels } from './ChainPanel.js'
import { CodePanel } from './CodePanel.js'
import { createDemoKernel } from './createDemoKernel.js'
import { EventLog } from './EventLog.js'
import type { LocalStack } from './localStack.js'
import { MugPanel } from './MugPanel.js'
import { SettingsPanel } from './SettingsPanel.js'
import { ShopPanel } from './ShopPanel.js'
import { SignInPanel } from './SignInPanel.js'
import { SpeedPanel } from './SpeedPanel.js'
import { Stage } from './Stage.js'
import { useIsWide } from './useIsWide.js'
import { useKernelFor } from './useKernelFor.js'
import { useSettings } from './useSettings.js'

/** The font that the page brings itself. A host without one leaves the variable out. */
const pageFont = '"Inter Variable", Inter, system-ui, sans-serif'

export interface AppProps {
  readonly stack: LocalStack | undefined
  /** Words in place of the English ones. */
  readonly messages?: KernelProviderProps['messages']
}

export function App({ stack, messages }: AppProps) {
  const [settings, change] = useSettings()
  // Where the widget is a dialog, the code has its place beside the button that opens it.
  const isCodeOnStage = useIsWide() && settings.display === 'dialog'
  const key = JSON.stringify([settings.plugins, settings.enableReconnect, settings.dataService])
  const kernel = useKernelFor(key, () => createDemoKernel(settings, stack))
  const { mode, accent, radius, fontFamily, direction } = settings
  const variables = useMemo(
    () => ({
      ...(accent ? { accent } : {}),
      fontFamily: fontFamily || pageFont,
      borderRadiusMaster: `${radius}px`,
    }),
    [accent, fontFamily, radius],
  )

  return (
    <KernelProvider
      key={kernel.id}
      kernel={kernel}
      theme={mode}
      themeVariables={variables}
      dir={direction}
      messages={messages}
      blockUnsupportedNetwork={settings.blockUnsupportedNetwork}
      connect={{
        legalCheckbox: settings.legalCheckbox,
        termsUrl: '/terms.html',
        privacyUrl: '/privacy.html',
      }}
    >
      <div className="page" data-mode={mode} dir={direction}>
        <header className="top">
          <a className="brand" href="/">
            <img src="/favicon.svg" alt="" width="28" height="28" />
            Latchkey
          </a>
          <nav aria-label="Documentation">
            <a className="wide" href="/docs/README.md#quick-start">
              Quick start
            </a>
            <a href="/docs/">Docs</a>
            <a href="/docs/bench/RESULTS.md">Measured</a>
          </nav>
        </header>
        <main>
          <Stage settings={settings} onChange={change} stack={stack} />
          <div className="columns">
            <div className="column">
              {isCodeOnStage ? null : <CodePanel settings={settings} />}
              <SpeedPanel />
              {stack?.shop ? <MugPanel stack={stack} paymasterUrl={stack.shop.paymasterUrl} /> : null}
              {stack && settings.plugins.includes('pay') ? <ShopPanel /> : null}
              {stack && settings.plugins.includes('siwx') ? <SignInPanel /> : null}
              <ChainPanels hasFaucet={stack?.embeddedWallet !== undefined} />
              <EventLog kernel={kernel} />
            </div>
            <SettingsPanel settings={settings} onChange={change} />
          </div>
        </main>
      </div>
    </KernelProvider>
  )
}
