import { Icon, type IconProps } from './Icon.js'

export function MoonIcon(props: IconProps) {
  return <Icon {...props} path="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z" />
}
