import { Icon, type IconProps } from './Icon.js'

export function InvertIcon(props: IconProps) {
  return <Icon {...props} path="M4 7 7.5 3.5 11 7M7.5 3.5V17M13 17l3.5 3.5L20 17M16.5 20.5V7" />
}
