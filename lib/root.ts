/**
 * The folder of this package, as a URL that ends with a slash. The sources and the built program both lie one folder deep
 * in it, so this is the one place that knows where it is; what ships beside the program is found from here.
 */
export const PACKAGE_URL = new URL('../', import.meta.url);
