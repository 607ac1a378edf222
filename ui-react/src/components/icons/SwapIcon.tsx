import { Icon, type IconProps } from './Icon.js'

export function SwapIcon(props: IconProps) {
  return <Icon {...props} path="M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7" />
}
