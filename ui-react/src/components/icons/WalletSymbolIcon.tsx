import { Icon, type IconProps } from './Icon.js'

export function WalletSymbolIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M17 8V6a2 2 0 0 0-2-2H6a2.5 2.5 0 0 0 0 5h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2.5 2.5 0 0 1-2.5-2.5v-11M16.2 14.5v.1"
    />
  )
}
