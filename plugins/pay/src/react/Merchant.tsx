import { App } from '@latchkey/kernel/plugin'
import { NamedAddress, safeText, useService } from '@latchkey/ui-react'

export interface MerchantProps {
  readonly network: string
  readonly address: string
}

/** Who is paid: the app by its name, and the whole address that its bill names. */
export function Merchant({ network, address }: MerchantProps) {
  const { name } = useService(App).metadata()
  return (
    <>
      {name ? <bdi data-testid="pay-merchant">{safeText(name, 64)}</bdi> : null}
      <NamedAddress network={network} address={address} full />
    </>
  )
}
