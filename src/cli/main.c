/* Entry point of the program `rigel`. */
#include "cli/program.h"

int main(int argc, char **argv)
{
  return rigel_main(argc, argv);
}
