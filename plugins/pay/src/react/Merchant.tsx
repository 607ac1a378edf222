import { App } from '@latchkey/kernel/plugin'
import { NamedAddress, safeText, useService } from '@latchkey/ui-react'

export interface MerchantProps {
  readonly network: string
  readonly address: string
  /** Shortens the address: once nothing is decided by it. Default: the whole address. */
  readonly isShort?: boolean | undefined
}

/** Shows the recipient of a bill: the app's name, and the whole address that the bill names. */
export function Merchant({ network, address, isShort = false }: MerchantProps) {
  const { name } = useService(App).metadata()
  return (
    <>
      {name ? <bdi data-testid="pay-merchant">{safeText(name, 64)} </bdi> : null}
      <NamedAddress network={network} address={address} full={!isShort} />
    </>
  )
}
