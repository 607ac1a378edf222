import { Icon, type IconProps } from './Icon.js'

export function SearchIcon(props: IconProps) {
  return <Icon {...props} path="M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6ZM15.8 15.8 20 20" />
}
