/* Linked into the programs of `make asan`: plug-ins of MPI stay loaded, so that the leak report can name them and the
 * suppressions in lsan.supp match. */
int dlclose(void *handle);

int dlclose(void *handle)
{
  (void)handle;
  return 0;
}
