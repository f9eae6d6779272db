/** What the image module takes of the platform besides. */
interface ImportMeta {
  url: string;
}
