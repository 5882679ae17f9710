/** Whether a browser navigates: browsers then accept HTML explicitly, and programs usually accept anything. */
export function wantsPage(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
}
