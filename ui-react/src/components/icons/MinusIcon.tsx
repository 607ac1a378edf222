import { Icon, type IconProps } from './Icon.js'

export function MinusIcon(props: IconProps) {
  return <Icon {...props} path="M5 12h14" />
}
