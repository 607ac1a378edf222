export default function StampView() {
  return null
}
